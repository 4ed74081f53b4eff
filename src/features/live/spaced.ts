export interface Spaced {
  call(): void;
  /** forgets a call that still waits */
  stop(): void;
}

/** Calls at once, then at most once per gap; what is asked for meanwhile is one call at its end. */
export function spaced(work: () => void, gapMs: number): Spaced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;

  function run(): void {
    isAskedAgain = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAskedAgain) run();
    }, gapMs);
    work();
  }

  return {
    call() {
      if (timer) isAskedAgain = true;
      else run();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isAskedAgain = false;
    },
  };
}
