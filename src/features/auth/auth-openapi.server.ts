import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import { InviteInput, LoginInput, PasswordInput, RegisterInput } from "./account-input.server.ts";
import type { Administrator, Invitation, NewInvitation, SessionEntry, User } from "./accounts.ts";

const time = z.string().meta({ description: "ISO 8601 in UTC" });

const UserAnswer = z.strictObject({
  id: z.int(),
  username: z.string(),
}) satisfies z.ZodType<User>;

export const AdministratorSchema = UserAnswer.extend({
  createdAt: time,
}) satisfies z.ZodType<Administrator>;

export const SessionSchema = z.strictObject({
  id: z.int(),
  device: z.string().meta({ description: "such as Firefox on Linux" }),
  createdAt: time,
  lastSeenAt: time,
  current: z.boolean().meta({ description: "the one that asks" }),
}) satisfies z.ZodType<SessionEntry>;

export const InvitationSchema = z.strictObject({
  id: z.int(),
  createdBy: z.string().nullable().meta({ description: "null: the server or its command line" }),
  createdAt: time,
  expiresAt: time,
}) satisfies z.ZodType<Invitation>;

export const NewInvitationSchema = InvitationSchema.extend({
  link: z.string().meta({ description: "path with the code, told this once" }),
}) satisfies z.ZodType<NewInvitation>;

const BAD_FIELD = { description: "A field is missing or not valid", schema: "Error" };
const SLOWED = { description: "Too many attempts failed; see Retry-After", schema: "Error" };
const BUSY = { description: "Too many sign in at this moment; see Retry-After", schema: "Error" };

function notFound(what: string) {
  return { description: `No such ${what}`, schema: "Error" };
}

/** Takes something away that only a signed-in user may. */
function ending(summary: string, done: string, refusals: Record<number, object> = {}) {
  const answers = { 204: { description: done }, ...refusals };
  return { summary, needsUser: true, answers } as ApiPart["paths"][string][string];
}

function listing(summary: string, description: string, schema: string) {
  const answers = { 200: { description, schema, list: true } } as const;
  return { summary, needsUser: true, answers } as const;
}

/** The calls of accounts for `GET /api/openapi.json`. */
export const authApi: ApiPart = {
  paths: {
    "/api/user": {
      get: {
        summary: "The signed-in user",
        needsUser: true,
        answers: { 200: { description: "The user", schema: "User" } },
      },
    },
    "/api/login": {
      post: {
        summary: "Signs in; the session is a cookie",
        body: LoginInput,
        answers: {
          200: { description: "Signed in", schema: "User" },
          400: BAD_FIELD,
          401: { description: "Wrong username or password", schema: "Error" },
          429: SLOWED,
          503: BUSY,
        },
      },
    },
    "/api/logout": {
      post: {
        summary: "Signs out; fine without a session",
        answers: { 204: { description: "Signed out" } },
      },
    },
    "/api/register": {
      post: {
        summary: "Makes an administrator by invitation, and signs in",
        body: RegisterInput,
        answers: {
          201: { description: "Registered and signed in", schema: "User" },
          400: BAD_FIELD,
          403: { description: "No invitation, or one that is not valid", schema: "Error" },
          409: { description: "The username is taken", schema: "Error" },
          429: SLOWED,
          503: BUSY,
        },
      },
    },
    "/api/user/password": {
      post: {
        summary: "Changes one's password and ends one's other sessions",
        body: PasswordInput,
        needsUser: true,
        answers: {
          204: { description: "Changed" },
          400: { description: "A field is not valid or the password wrong", schema: "Error" },
          409: { description: "It has been changed meanwhile", schema: "Error" },
          429: SLOWED,
          503: BUSY,
        },
      },
    },
    "/api/sessions": {
      get: listing("One's own sessions", "The last used first", "Session"),
      delete: ending("Ends one's other sessions", "Ended"),
    },
    "/api/sessions/{id}": {
      delete: ending("Ends one of one's sessions", "Ended", { 404: notFound("session") }),
    },
    "/api/invitations": {
      get: listing("Invitations that can still be used", "The newest first", "Invitation"),
      post: {
        summary: "Invites an administrator",
        needsUser: true,
        answers: {
          201: { description: "The invitation with its link", schema: "NewInvitation" },
          409: { description: "Too many are open", schema: "Error" },
        },
      },
    },
    "/api/invitations/check": {
      post: {
        summary: "Whether an invitation can be used; uses nothing up",
        body: InviteInput,
        answers: {
          204: { description: "It can" },
          400: BAD_FIELD,
          403: { description: "No invitation, or one that is not valid", schema: "Error" },
          429: SLOWED,
        },
      },
    },
    "/api/invitations/{id}": {
      delete: ending("Revokes an invitation", "Revoked", { 404: notFound("invitation") }),
    },
    "/api/users": {
      get: listing("The administrators", "By name", "Administrator"),
    },
    "/api/users/{id}": {
      delete: ending("Removes another administrator with their sessions", "Removed", {
        404: notFound("administrator"),
        409: { description: "Oneself", schema: "Error" },
      }),
    },
  },
  schemas: {
    User: UserAnswer,
    Administrator: AdministratorSchema,
    Session: SessionSchema,
    Invitation: InvitationSchema,
    NewInvitation: NewInvitationSchema,
  },
};
