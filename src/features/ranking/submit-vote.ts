/** What the vote button does. This code is loaded when a pointer or the focus comes to the button. */
import { notifyManager, type QueryClient } from "@tanstack/react-query";

import { isMotionReduced } from "../../ui/device.ts";
import { ApiError } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { VoteStats } from "../../domain/vehicle.ts";
import {
  modelVotesQuery,
  myVotesQuery,
  tellOtherTabs,
  type VoteHandlers,
  votesQuery,
} from "./votes.queries.ts";
import { VOTE_FLIGHT_MS } from "./ranking.ts";

/** Votes are sent one at a time, because the first answer sets the cookie that the next one needs. */
let lastVote: Promise<unknown> = Promise.resolve();

/** Sends a vote once all earlier ones are sent. The handlers run even if the button has unmounted. */
export async function submitVote(
  client: QueryClient,
  evId: number,
  handlers: VoteHandlers,
): Promise<void> {
  const sending = lastVote.then(() =>
    sendJson<VoteStats>("POST", `/api/evs/${evId}/votes`, { isUpvote: true }),
  );
  lastVote = sending.catch(() => undefined);
  try {
    recordVote(client, evId, { isMine: true, stats: await sending });
    handlers.onCounted();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    recordVote(client, evId, { isMine: true });
    handlers.onAlready(error.sentence);
  }
}

/** ranking.md#taking-a-vote-back. @throws ApiError with the server's message */
export async function takeVoteBack(client: QueryClient, evId: number): Promise<void> {
  const sending = lastVote.then(() => sendJson<VoteStats>("DELETE", `/api/evs/${evId}/votes`));
  lastVote = sending.catch(() => undefined);
  try {
    recordVote(client, evId, { isMine: false, stats: await sending });
  } catch (error) {
    // Another tab has already taken it back.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    recordVote(client, evId, { isMine: false });
  }
}

interface RecordedVote {
  isMine: boolean;
  stats?: VoteStats;
}

/** Updates the shown vote at once, then refetches all votes. */
function recordVote(client: QueryClient, evId: number, { isMine, stats }: RecordedVote): void {
  // A running request may predate the vote.
  void client.cancelQueries(votesQuery);
  void client.cancelQueries(myVotesQuery);
  notifyManager.batch(() => {
    if (stats) {
      client.setQueryData(votesQuery.queryKey, (all) => ({ ...all, [evId]: stats }));
      client.setQueryData(modelVotesQuery(evId).queryKey, stats);
    }
    client.setQueryData(myVotesQuery.queryKey, (ids = []) => {
      const others = ids.filter((id) => id !== evId);
      return isMine ? [...others, evId] : others;
    });
  });
  tellOtherTabs(evId);
  void client.invalidateQueries(votesQuery);
  void client.invalidateQueries(myVotesQuery);
}

const RISE_PX = 96;

/** Animates a copy of an icon that rises and fades (ranking.md#votes), unless reduced motion is on. */
export function flyIcon(icon: Element | null): void {
  if (!icon || isMotionReduced()) return;
  const { left, top, width, height } = icon.getBoundingClientRect();
  const copy = document.createElement("span");
  copy.ariaHidden = "true";
  copy.dataset["flyingIcon"] = "";
  Object.assign(copy.style, {
    position: "fixed",
    zIndex: "40",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    color: "var(--signal-text)",
    pointerEvents: "none",
  });
  copy.append(icon.cloneNode(true));
  document.body.append(copy);
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translateY(${-RISE_PX / 2}px) scale(1.9) rotate(-12deg)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translateY(${-RISE_PX}px) scale(1.2) rotate(6deg)`, opacity: 0 },
    ],
    { duration: VOTE_FLIGHT_MS, easing: "ease-out" },
  );
  const land = () => copy.remove();
  flight.finished.then(land, land);
}
