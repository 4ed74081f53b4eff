import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { AccountList, AccountSection, dayOf, momentOf, OwnMark } from "./account-section.tsx";
import type { Administrator, SessionEntry } from "./account-schemas.server.ts";
import { administratorsQuery, sessionsQuery } from "./accounts.client.ts";
import styles from "./accounts-view.module.css";
import { type Ending, EndingDialog } from "./ending-dialog.tsx";
import { InvitationsSection } from "./invitations-section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useUser } from "./use-user.ts";

const OTHER_SESSIONS: Ending = {
  path: "/api/sessions",
  title: "End all other sessions?",
  description: "Every other browser in which you are signed in is signed out at once.",
  confirmLabel: "End them",
  done: "Your other sessions have ended",
};

/** Who may sign in, and one's own password and sessions (readings 4). */
export function AccountsView() {
  const [ending, setEnding] = useState<Ending>();
  return (
    <div className={styles.view}>
      <div className={styles.column}>
        <AdministratorsSection onEnd={setEnding} />
        <SessionsSection onEnd={setEnding} />
      </div>
      <div className={styles.column}>
        <InvitationsSection onEnd={setEnding} />
        <AccountSection
          title="Your password"
          text="Changing it signs you out in every other browser."
        >
          <PasswordForm />
        </AccountSection>
      </div>
      {ending && <EndingDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </div>
  );
}

interface EndingProps {
  /** asks for a yes, then ends it */
  onEnd: (ending: Ending) => void;
}

function AdministratorsSection({ onEnd }: EndingProps) {
  const { user } = useUser();
  const query = useQuery(administratorsQuery);
  const removal = ({ id, username }: Administrator): Ending => ({
    path: `/api/users/${id}`,
    title: `Remove ${username}?`,
    description:
      "They are signed out at once, and their open invitations end. This action cannot be undone.",
    confirmLabel: "Remove",
    done: `${username} is no longer an administrator`,
  });
  return (
    <AccountSection
      title="Administrators"
      text="Everyone here may change the whole catalogue and invite others."
    >
      <AccountList
        query={query}
        name="administrators"
        empty="There are no administrators."
        entry={(administrator) => {
          const isOneself = administrator.id === user?.id;
          return {
            key: administrator.id,
            title: (
              <>
                <bdi>{administrator.username}</bdi>
                {isOneself && <OwnMark>You</OwnMark>}
              </>
            ),
            text: `Since ${dayOf(administrator.createdAt)}`,
            action: !isOneself && (
              <Button
                size="s"
                aria-label={`Remove ${administrator.username}`}
                onClick={() => onEnd(removal(administrator))}
              >
                Remove
              </Button>
            ),
          };
        }}
      />
    </AccountSection>
  );
}

function SessionsSection({ onEnd }: EndingProps) {
  const query = useQuery(sessionsQuery);
  const end = ({ id, device }: SessionEntry): Ending => ({
    path: `/api/sessions/${id}`,
    title: "End this session?",
    description: `${device} is signed out at once.`,
    confirmLabel: "End it",
    done: "The session has ended",
  });
  const hasOthers = (query.data?.length ?? 0) > 1;
  return (
    <AccountSection
      title="Your sessions"
      text="The browsers in which you are signed in. End any that you do not recognize."
      action={
        hasOthers && (
          <Button size="s" onClick={() => onEnd(OTHER_SESSIONS)}>
            End all others
          </Button>
        )
      }
    >
      <AccountList
        query={query}
        name="sessions"
        empty="You have no sessions."
        entry={(session) => ({
          key: session.id,
          title: (
            <>
              {session.device}
              {session.current && <OwnMark>This one</OwnMark>}
            </>
          ),
          text: `Last used ${momentOf(session.lastSeenAt)}, since ${dayOf(session.createdAt)}`,
          action: !session.current && (
            <Button
              size="s"
              aria-label={`End the session of ${session.device}`}
              onClick={() => onEnd(end(session))}
            >
              End
            </Button>
          ),
        })}
      />
    </AccountSection>
  );
}
