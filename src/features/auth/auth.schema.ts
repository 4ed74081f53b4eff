/** Schemas of the account calls (accounts.md#signing-in, calls.md#account-calls). */
import { z } from "zod";
import { body } from "../../server/query.schema.ts";
import { foldName, isVisible } from "../../domain/names.ts";
import {
  type Credentials,
  PASSWORD_TOO_SHORT,
  USERNAME_REQUIRED,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from "./credentials.ts";
import { isOneScript } from "./usernames.ts";

const PASSWORD_MAX_CHARACTERS = 200;

/** Invisible characters, with which two different names could look the same. */
const INVISIBLE = /\p{C}/u;

const username = z
  .string({ error: ({ input }) => (input == null ? USERNAME_REQUIRED : "Username must be text") })
  .trim()
  .normalize("NFC")
  .min(1, { error: USERNAME_REQUIRED, abort: true })
  .max(USERNAME_MAX_CHARACTERS, `Username must have ${USERNAME_MAX_CHARACTERS} characters or fewer`)
  .refine((name) => !INVISIBLE.test(name), {
    error: "Username must be plain text on one line",
    abort: true,
  });

const password = z
  .string({ error: ({ input }) => (input == null ? PASSWORD_TOO_SHORT : "Password must be text") })
  .min(PASSWORD_MIN_CHARACTERS, PASSWORD_TOO_SHORT)
  .max(PASSWORD_MAX_CHARACTERS, `Password must have ${PASSWORD_MAX_CHARACTERS} characters or fewer`)
  // Lone surrogates all become the same bytes in UTF-8, so different passwords would match.
  .refine((text) => text.isWellFormed(), "Password must be plain text");

export const LoginInput = body({ username, password }) satisfies z.ZodType<Credentials>;

/** A missing code gets the same 403 as a wrong one. */
function codeCalled(name: string) {
  return z
    .string({ error: `${name} must be text` })
    .max(200, `${name} is too long`)
    .nullish();
}

const inviteCode = codeCalled("inviteCode");

export const InviteInput = body({ inviteCode });

const code = codeCalled("code");

export const LinkInput = body({ code });

export const NewPasswordInput = body({ code, password });

/** Stricter than at sign-in, which accounts from an earlier release must still be able to use. */
const NewUsername = username
  .overwrite(foldName)
  .refine(isVisible, { error: USERNAME_REQUIRED, abort: true })
  .refine(isOneScript, "Username must be written in one script: do not mix alphabets");

export const RegisterInput = body({ username: NewUsername, password, inviteCode });

export const PasswordInput = body({ currentPassword: password, newPassword: password });

export const LinkOwner = z.strictObject({ username: z.string() }).meta({ id: "LinkOwner" });
export type LinkOwner = z.output<typeof LinkOwner>;

const time = z.string().describe("ISO 8601 in UTC");

export const User = z.strictObject({ id: z.int(), username: z.string() }).meta({ id: "User" });
export type User = z.output<typeof User>;

export const Administrator = User.extend({ createdAt: time }).meta({ id: "Administrator" });
export type Administrator = z.output<typeof Administrator>;

export const SessionEntry = z
  .strictObject({
    id: z.int(),
    device: z.string().describe("such as Firefox on Linux"),
    createdAt: time,
    lastSeenAt: time,
    current: z.boolean().describe("true for the session that sent this request"),
  })
  .meta({ id: "Session" });
export type SessionEntry = z.output<typeof SessionEntry>;

export const Invitation = z
  .strictObject({
    id: z.int(),
    createdBy: z.string().nullable().describe("null if it was created on the command line"),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof Invitation>;

export const NewInvitation = Invitation.extend({
  link: z.string().describe("path with the code; shown only once"),
}).meta({ id: "NewInvitation" });
export type NewInvitation = z.output<typeof NewInvitation>;
