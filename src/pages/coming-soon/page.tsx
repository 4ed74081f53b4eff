import { BrainCircuit, Compass, Cpu, Rocket, Video } from "lucide-react";

import { FASTEST, HOME } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import type { PageModule, PageProps } from "../page.ts";
import { pageTitle } from "../site.tsx";
import styles from "../message-page.module.css";

const TO_THE_CARS = { label: "Browse electric cars", href: HOME };

const ANNOUNCEMENTS = {
  ai: { name: "AI", icon: BrainCircuit, message: "Training our neural networks..." },
  tech: { name: "Tech", icon: Cpu, message: "Compiling the future..." },
  space: { name: "Space", icon: Rocket, message: "Preparing for launch..." },
  "6in60": {
    name: "6in60",
    icon: Video,
    message: "Recording awesome content...",
    // everywhere.md#coming-soon: it also leads to the home page with FASTEST.
    wayOn: { label: "See the fastest EVs", href: FASTEST },
  },
  discover: { name: "Discover", icon: Compass, message: "Exploring new frontiers..." },
};

function ComingSoonPage({ params }: PageProps) {
  // The route's pattern allows nothing else.
  const section = params.section as keyof typeof ANNOUNCEMENTS;
  const { name, icon: Icon, message } = ANNOUNCEMENTS[section];
  const wayOn = section === "6in60" ? ANNOUNCEMENTS[section].wayOn : TO_THE_CARS;
  return (
    <div className={styles.page}>
      <title>{pageTitle(name)}</title>
      <Icon aria-hidden className={styles.icon} />
      <p className="note">{name} · Coming soon</p>
      <h1 className={styles.title}>{message}</h1>
      <div className={styles.actions}>
        <Button href={wayOn.href} variant="primary">
          {wayOn.label}
        </Button>
      </div>
    </div>
  );
}

export const page: PageModule = { Component: ComingSoonPage };
