/** A phone's address bar comes and goes with every scroll, and is less high than this. */
const BAR_PX = 150;

/**
 * Parts below the first screen (`data-late` in base.css) are laid out when they come near. A window
 * that changes its size has all laid out anyway, and the browser says so too before it takes a
 * picture of the whole page: from then on they are laid out like the rest, or they would be blank.
 */
export function layOutAllOnceResized(): void {
  const [width, height] = [innerWidth, innerHeight];
  const lookAgain = () => {
    const change = Math.abs(innerHeight - height);
    if (innerWidth === width && change > 0 && change < BAR_PX) return;
    removeEventListener("resize", lookAgain);
    document.documentElement.dataset.laidOut = "";
  };
  addEventListener("resize", lookAgain);
}
