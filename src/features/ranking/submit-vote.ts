/** What the vote button does. This code is loaded when a pointer or the focus comes to the button. */
import { notifyManager, type QueryClient } from "@tanstack/react-query";

import { isMotionReduced } from "../../ui/device.ts";
import { ApiError } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { VoteStats } from "../../domain/vehicle.ts";
import { modelVotesQuery, myVotesQuery, broadcastVote, votesQuery } from "./votes.queries.ts";
import { VOTE_FLIGHT_MS } from "./ranking.ts";

/** Votes are sent one at a time, because the first answer sets the cookie that the next one needs. */
let lastVote: Promise<unknown> = Promise.resolve();

/**
 * Gives a vote (ranking.md#votes) or takes it back, once all earlier ones are sent.
 * @returns the server's message if it was so already, perhaps from another tab; otherwise null
 * @throws ApiError with the server's message
 */
export async function sendVote(
  client: QueryClient,
  evId: number,
  isMine: boolean,
): Promise<string | null> {
  const path = `/api/evs/${evId}/votes`;
  const sending = lastVote.then(() =>
    isMine
      ? sendJson<VoteStats>("POST", path, { isUpvote: true })
      : sendJson<VoteStats>("DELETE", path),
  );
  lastVote = sending.catch(() => undefined);
  try {
    recordVote(client, evId, isMine, await sending);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== (isMine ? 409 : 404)) throw error;
    recordVote(client, evId, isMine);
    return error.serverMessage;
  }
}

/** Updates the shown vote at once, then refetches all votes. */
function recordVote(client: QueryClient, evId: number, isMine: boolean, stats?: VoteStats): void {
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
  broadcastVote(evId);
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
