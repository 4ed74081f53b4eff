import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";

import { Copy, UserPlus } from "lucide-react";
import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyLink } from "../../../ui/copy-link.ts";
import { formatLocalDay, formatLocalTime } from "../../../ui/dates.ts";
import { TextField } from "../../../ui/fields.tsx";
import { toastFailure } from "../../../ui/toast.ts";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { AskingButton } from "../confirm-dialog.tsx";
import type { NewInvitation } from "../../auth/auth.schema.ts";
import type { BackupState } from "./backups.schema.ts";
import {
  administratorsQuery,
  invitationsQuery,
  refreshAccounts,
  sessionsQuery,
  useUser,
} from "../../auth/auth.queries.ts";
import styles from "./accounts-view.module.css";
import { INVITATION_DAYS } from "../../auth/credentials.ts";
import { PasswordForm } from "../../auth/credentials-form.tsx";

/** Shows who may sign in, and one's own password and sessions (accounts.md#sessions). */
export function AccountsView() {
  return (
    <div className={styles.view}>
      <div className="stack">
        <AdministratorsSection />
        <SessionsSection />
      </div>
      <div className="stack">
        <InvitationsSection />
        <AccountSection
          title="Your password"
          text="Changing it signs you out in every other browser."
        >
          <PasswordForm />
        </AccountSection>
        <BackupSection />
      </div>
    </div>
  );
}

function AdministratorsSection() {
  const { user } = useUser();
  return (
    <AccountSection
      title="Administrators"
      text="Everyone here can edit the whole catalogue and invite others."
    >
      <AccountList
        query={useQuery(administratorsQuery)}
        name="administrators"
        empty="There are no administrators."
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

function SessionsSection() {
  const query = useQuery(sessionsQuery);
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
            submitLabel="End them"
            send={() => sendJson("DELETE", "/api/sessions")}
            successMessage={() => "Your other sessions have ended"}
          />
        )
      }
    >
      <AccountList
        query={query}
        name="sessions"
        empty="You have no sessions."
        entry={({ id, device, current, createdAt, lastSeenAt }) => ({
          title: device,
          mark: current && "This one",
          text: `Last used ${formatLocalTime(lastSeenAt)}, since ${formatLocalDay(createdAt)}`,
          end: (
            <AskingButton
              label="End"
              of={`the session of ${device}`}
              title="End this session?"
              description={`${device} is signed out at once.`}
              submitLabel="End it"
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
function InvitationsSection() {
  const client = useQueryClient();
  const query = useQuery(invitationsQuery);
  const {
    mutate,
    data: made,
    isPending,
  } = useMutation({
    mutationFn: () => sendJson<NewInvitation>("POST", "/api/invitations"),
    onSuccess: () => refreshAccounts(client),
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
      <AccountList
        query={query}
        name="invitations"
        empty="There are no open invitations."
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

/** Says when the last scheduled backup was made (accounts.md#backups). */
function BackupSection() {
  const { data: state, isError } = useQuery({
    queryKey: ["backups"],
    queryFn: ({ signal }) => readJson<BackupState>("/api/backups", signal),
    refetchOnMount: "always",
  });
  if (!state && !isError) return null;
  return (
    <AccountSection
      title="Backups"
      text={state ? describeSchedule(state) : "They could not be read."}
    >
      {state?.lastFailure && (
        <p role="alert">
          The backup of {formatLocalTime(state.lastFailure.at)} failed: {state.lastFailure.reason}
        </p>
      )}
    </AccountSection>
  );
}

function describeSchedule({ everyHours, lastSuccess }: BackupState): string {
  if (everyHours === null)
    return "Backups are off. To turn them on, set BACKUP_EVERY and BACKUP_TO.";
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

interface AccountSectionProps {
  title: string;
  text: string;
  action?: ReactNode;
  children: ReactNode;
}

function AccountSection({ title, text, action, children }: AccountSectionProps) {
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
  empty: string;
  /** `end` is the button that ends it, unless it has a mark as one's own */
  entry: (entry: Entry) => {
    title: ReactNode;
    mark?: string | false;
    text: string;
    end: ReactNode;
  };
}

function AccountList<Entry extends { id: number }>(props: AccountListProps<Entry>) {
  const { query, name, empty, entry } = props;
  const { data, isError } = query;
  if (!data && isError)
    return <QueryError title={`The ${name} could not be read.`} query={query} />;
  if (!data) return <Loading text={`Loading ${name}...`} />;
  if (data.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul aria-label={name}>
      {data.map((each) => {
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
