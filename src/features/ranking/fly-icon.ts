import { VOTE_FLIGHT_MS } from "./limits.ts";

/** How far it rises, in CSS pixels. */
const RISE_PX = 96;

/**
 * Lets a copy of an icon rise from where it stands and fade, for 0.8 s (§4, §9). Nothing flies for
 * a visitor who asked for no motion.
 */
export function flyIcon(icon: Element | null): void {
  if (!icon || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
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
