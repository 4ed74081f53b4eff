import {
  queryOptions,
  useMutation,
  useQueries,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type ReactNode, useId } from "react";

import { Copy, UserPlus } from "lucide-react";
import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyLink } from "../../../ui/copy-link-button.tsx";
import { formatLocalDay, formatLocalTime } from "../../../ui/dates.ts";
import { TextField } from "../../../ui/fields.tsx";
import { toastFailure } from "../../../ui/toast.ts";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { AskingButton } from "../confirm-dialog.tsx";
import type {
  Administrator,
  Invitation,
  NewInvitation,
  SessionEntry,
} from "../../auth/auth.schema.ts";
import type { BackupState } from "./backups.schema.ts";
import {
  administratorsQuery,
  invitationsQuery,
  sessionsQuery,
  useUser,
} from "../../auth/auth.queries.ts";
import styles from "./accounts-view.module.css";
import { INVITATION_DAYS } from "../../auth/credentials.ts";
import { PasswordForm } from "../../auth/credentials-form.tsx";

const backupsQuery = queryOptions({
  queryKey: ["backups"] as const,
  queryFn: ({ signal }) => readJson<BackupState>("/api/backups", signal),
  refetchOnMount: "always",
});

/** Shows who may sign in, and one's own password and sessions (accounts.md#sessions). */
export function AccountsView() {
  const [administrators, sessions, invitations, backups] = useQueries({
    queries: [administratorsQuery, sessionsQuery, invitationsQuery, backupsQuery],
  });
  // All at once, so that no section moves another.
  if ([administrators, sessions, invitations, backups].some(({ isLoading }) => isLoading)) {
    return <Loading text="Loading accounts..." />;
  }
  return (
    <div className={styles.view}>
      <div className="stack">
        <AdministratorsSection query={administrators} />
        <SessionsSection query={sessions} />
        <AccountSection
          title="Backups"
          text={backups.data ? describeSchedule(backups.data) : "They could not be read."}
        >
          {backups.data?.lastFailure && (
            <p role="alert">
              The backup of {formatLocalTime(backups.data.lastFailure.at)} failed:{" "}
              {backups.data.lastFailure.reason}
            </p>
          )}
        </AccountSection>
      </div>
      <div className="stack">
        <InvitationsSection query={invitations} />
        <AccountSection
          title="Your password"
          text="Changing it signs you out in every other browser."
        >
          <PasswordForm />
        </AccountSection>
      </div>
    </div>
  );
}

function AdministratorsSection({ query }: { query: UseQueryResult<Administrator[]> }) {
  const { user } = useUser();
  return (
    <AccountSection
      title="Administrators"
      text="Everyone here can edit the whole catalogue and invite others."
    >
      <AccountList
        query={query}
        name="administrators"
        entry={({ id, username, createdAt }) => ({
          title: <bdi>{username}</bdi>,
          mark: id === user?.id && "You",
          text: `Since ${formatLocalDay(createdAt)}`,
          end: (
            <AskingButton
              label="Remove"
              of={username}
              title={`Remove ${username}?`}
              description="They are signed out at once and their open invitations stop working. This action cannot be undone."
              send={() => sendJson("DELETE", `/api/users/${id}`)}
              successMessage={() => `${username} is no longer an administrator`}
            />
          ),
        })}
      />
    </AccountSection>
  );
}

function SessionsSection({ query }: { query: UseQueryResult<SessionEntry[]> }) {
  const hasOthers = (query.data?.length ?? 0) > 1;
  return (
    <AccountSection
      title="Your sessions"
      text="The browsers you’re signed in on. End any you don’t recognize."
      action={
        hasOthers && (
          <AskingButton
            label="End all others"
            title="End all other sessions?"
            description="You’ll be signed out in every other browser."
            send={() => sendJson("DELETE", "/api/sessions")}
            successMessage={() => "Your other sessions have ended"}
          />
        )
      }
    >
      <AccountList
        query={query}
        name="sessions"
        entry={({ id, device, current, createdAt, lastSeenAt }) => ({
          title: device,
          mark: current && "This browser",
          text: `Last used ${formatLocalTime(lastSeenAt)}, since ${formatLocalDay(createdAt)}`,
          end: (
            <AskingButton
              label="End"
              of={`the session of ${device}`}
              title="End this session?"
              description={`${device} is signed out at once.`}
              send={() => sendJson("DELETE", `/api/sessions/${id}`)}
              successMessage={() => "The session has ended"}
            />
          ),
        })}
      />
    </AccountSection>
  );
}

/** Lists open invitations and creates new ones, whose link is shown only once (accounts.md#invitations). */
function InvitationsSection({ query }: { query: UseQueryResult<Invitation[]> }) {
  const client = useQueryClient();
  const {
    mutate,
    data: made,
    isPending,
  } = useMutation({
    mutationFn: () => sendJson<NewInvitation>("POST", "/api/invitations"),
    onSuccess: () => client.invalidateQueries(),
    onError: toastFailure,
  });
  // The link disappears once the invitation is used or revoked.
  const isOpen = made && (query.data ?? [made]).some(({ id }) => id === made.id);
  return (
    <AccountSection
      title="Invitations"
      text={`Each link adds one administrator. It works once and expires in ${INVITATION_DAYS} days.`}
      action={
        <Button size="s" pending={isPending} onClick={() => mutate()}>
          <UserPlus aria-hidden />
          Invite
        </Button>
      }
    >
      {isOpen && <NewLink key={made.id} invitation={made} />}
      {query.data?.length === 0 && <p className={styles.empty}>There are no open invitations.</p>}
      <AccountList
        query={query}
        name="invitations"
        entry={({ id, createdBy, expiresAt }) => ({
          title: `Invitation ${id}`,
          text: `By ${createdBy ?? "the server"}, until ${formatLocalDay(expiresAt)}`,
          end: (
            <AskingButton
              label="Revoke"
              of={`invitation ${id}`}
              title={`Revoke invitation ${id}?`}
              description="Its link will stop working. This action cannot be undone."
              send={() => sendJson("DELETE", `/api/invitations/${id}`)}
              successMessage={() => `Invitation ${id} has been revoked`}
            />
          ),
        })}
      />
    </AccountSection>
  );
}

function describeSchedule({ everyHours, lastSuccess }: BackupState): string {
  if (everyHours === null) {
    return "Backups are off. To turn them on, set BACKUP_EVERY and BACKUP_TO.";
  }
  const schedule = everyHours === 1 ? "Every hour" : `Every ${everyHours} hours`;
  return lastSuccess
    ? `${schedule}. The last one was made on ${formatLocalTime(lastSuccess)}.`
    : `${schedule}. None has been made yet.`;
}

function NewLink({ invitation }: { invitation: NewInvitation }) {
  const link = new URL(invitation.link, location.href).href;
  return (
    <div role="status" className={styles.link}>
      <TextField
        label="Invitation link"
        name="link"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        hint="Copy it now and send it to the person you’re inviting. It won’t be shown again."
        end={
          <IconButton
            label="Copy invitation link"
            onClick={() =>
              void copyLink(link, {
                title: "Link copied",
                description: "Send it to the person you’re inviting.",
              })
            }
          >
            <Copy aria-hidden />
          </IconButton>
        }
      />
    </div>
  );
}

function AccountSection(props: {
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { title, text, action, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface AccountListProps<Entry> {
  query: UseQueryResult<Entry[]>;
  /** the kind of items, such as `sessions`; used as the list's label and in its messages */
  name: string;
  /** `end` is the button that ends it, unless it has a mark as one's own */
  entry: (entry: Entry) => {
    title: ReactNode;
    mark?: string | false;
    text: string;
    end: ReactNode;
  };
}

function AccountList<Entry extends { id: number }>(props: AccountListProps<Entry>) {
  const { query, name, entry } = props;
  if (!query.data) return <QueryError title={`The ${name} could not be read.`} query={query} />;
  return (
    <ul aria-label={name}>
      {query.data.map((each) => {
        const { title, mark, text, end } = entry(each);
        return (
          <li key={each.id} className={styles.entry}>
            <div className={styles.words}>
              <p className={styles.title}>
                {title}
                {mark && <span className={styles.own}>{mark}</span>}
              </p>
              <p className="note">{text}</p>
            </div>
            {!mark && end}
          </li>
        );
      })}
    </ul>
  );
}
