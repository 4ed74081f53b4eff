import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { LinkInput, LinkOwner, NewPasswordInput, User } from "./account-schemas.server.ts";
import { type AuthDeps, BAD_FIELD, BUSY, SLOWED, WRONG } from "./auth.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import type { PasswordLinkStore } from "./password-link.store.server.ts";

const NO_LINK = "No code, or one that is not valid";

interface LostPasswordDeps extends AuthDeps {
  passwordLinks: PasswordLinkStore;
}

/** Choosing a new password by the link that `npm run password` prints (beyond 6). */
export function lostPasswordRoutes(
  app: FastifyInstance,
  { sessions, passwordLinks, passwords, attempts, devices }: LostPasswordDeps,
): void {
  /** Counts as an attempt, as that of an invitation does. */
  async function ownerOf(request: FastifyRequest, reply: FastifyReply, code?: string | null) {
    const succeeded = await attempts.begin(request, reply, null);
    const { username } = await passwordLinks.requireOpen(code ?? "");
    await succeeded();
    return { username };
  }
  const common = { bodyLimit: AUTH_BODY_LIMIT_BYTES } as const;

  declareCall(app, "POST /api/lost-password/check", {
    ...common,
    id: "checkPasswordLink",
    summary: "Whose a link for a new password is; uses nothing up",
    body: LinkInput,
    answers: {
      200: { description: "It can be used", schema: LinkOwner },
      400: BAD_FIELD,
      403: NO_LINK,
      429: SLOWED,
    },
    handle: ({ body }, request, reply) => ownerOf(request, reply, body.code),
  });

  declareCall(app, "POST /api/lost-password", {
    ...common,
    id: "replacePassword",
    summary: "Sets a new password by a link, ends all sessions of its administrator, and signs in",
    body: NewPasswordInput,
    answers: {
      200: { description: "Set and signed in", schema: User },
      400: BAD_FIELD,
      403: NO_LINK,
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body: { code, password } }, request, reply): Promise<User> {
      // First, so that only who has a link can cause hashing.
      await ownerOf(request, reply, code);
      const passwordHash = await passwords.hash(password);
      const user = await passwordLinks.use(code ?? "", passwordHash);
      if (!(await sessions.signIn(request, reply, user.id, passwordHash))) {
        throw new UserError(401, WRONG);
      }
      devices.remember(request, reply, user.username);
      return user;
    },
  });
}
