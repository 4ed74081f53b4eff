/** Calls immediately, then at most once per gap; calls in between become one at its end. */
export function throttle(work: () => void, gapMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCalledAgain = false;

  function run(): void {
    isCalledAgain = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isCalledAgain) run();
    }, gapMs);
    work();
  }

  return {
    call: () => {
      if (timer) isCalledAgain = true;
      else run();
    },
    /** cancels a pending call */
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      isCalledAgain = false;
    },
  };
}
