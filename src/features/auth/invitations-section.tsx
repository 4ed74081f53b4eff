import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Copy, UserPlus } from "lucide-react";
import { useState } from "react";

import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { refusalOf } from "../../api/answers.ts";
import { AccountList, AccountSection, dayOf } from "./account-section.tsx";
import type { Invitation, NewInvitation } from "./account-schemas.server.ts";
import { invitationsQuery, invite, refreshAccounts } from "./accounts.client.ts";
import { type Ending } from "./ending-dialog.tsx";
import styles from "./invitations-section.module.css";
import { INVITATION_DAYS } from "./limits.ts";

/** Open invitations, and new ones, whose link is shown once (readings 4). */
export function InvitationsSection({ onEnd }: { onEnd: (ending: Ending) => void }) {
  const client = useQueryClient();
  const query = useQuery(invitationsQuery);
  const {
    mutate,
    data: made,
    isPending,
  } = useMutation({
    mutationFn: invite,
    onSuccess: () => refreshAccounts(client),
    onError: (error) =>
      toast({ title: "Error", description: refusalOf(error), variant: "destructive" }),
  });
  // One that has been used or revoked is not offered any more.
  const isOpen = made && (query.data ?? [made]).some(({ id }) => id === made.id);
  return (
    <AccountSection
      title="Invitations"
      text={`A link makes one person an administrator. It works once, for ${INVITATION_DAYS} days.`}
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
        entry={(invitation) => ({
          key: invitation.id,
          title: `Invitation ${invitation.id}`,
          text: `By ${invitation.createdBy ?? "the server"}, until ${dayOf(invitation.expiresAt)}`,
          action: (
            <Button
              size="s"
              aria-label={`Revoke invitation ${invitation.id}`}
              onClick={() => onEnd(revocation(invitation))}
            >
              Revoke
            </Button>
          ),
        })}
      />
    </AccountSection>
  );
}

function revocation({ id }: Invitation): Ending {
  return {
    path: `/api/invitations/${id}`,
    title: `Revoke invitation ${id}?`,
    description: "Its link will stop working. This action cannot be undone.",
    confirmLabel: "Revoke",
    done: `Invitation ${id} has been revoked`,
  };
}

function NewLink({ invitation }: { invitation: NewInvitation }) {
  const [isCopied, setIsCopied] = useState(false);
  const link = new URL(invitation.link, location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
    } catch {
      toast({
        title: "Error",
        description: "The link could not be copied. Please select and copy it yourself.",
        variant: "destructive",
      });
    }
  };
  return (
    <div role="status" className={styles.link}>
      <TextField
        label="Invitation link"
        name="link"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        hint={
          isCopied
            ? "Copied. Send it to the one person it is for."
            : "It is shown this once: copy it and send it to the one person it is for."
        }
        end={
          <IconButton label="Copy invitation link" onClick={() => void copy()}>
            {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          </IconButton>
        }
      />
    </div>
  );
}
