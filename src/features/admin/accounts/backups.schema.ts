import { z } from "zod";

const moment = z.iso.datetime();

/** State of the scheduled backups (accounts.md#backups). */
export const BackupState = z
  .strictObject({
    everyHours: z.int().nullable().describe("null without scheduled backups"),
    lastSuccess: moment.nullable(),
    lastFailure: z
      .strictObject({ at: moment, reason: z.string() })
      .nullable()
      .describe("null once a later backup succeeded"),
  })
  .meta({ id: "BackupState" });
export type BackupState = z.output<typeof BackupState>;
