import { BrainCircuit, Compass, Cpu, type LucideIcon, Rocket, Video } from "lucide-react";

import { FASTEST, HOME } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import type { PageModule, PageProps } from "../pages.ts";
import { pageTitle } from "../site.tsx";
import styles from "./message-page.module.css";

type ComingSection = "ai" | "tech" | "space" | "6in60" | "discover";

interface Announcement {
  name: string;
  icon: LucideIcon;
  message: string;
  wayOn: { label: string; href: string };
}

const TO_THE_CARS = { label: "Browse electric cars", href: HOME };

const ANNOUNCEMENTS: Record<ComingSection, Announcement> = {
  ai: {
    name: "AI",
    icon: BrainCircuit,
    message: "Training our neural networks...",
    wayOn: TO_THE_CARS,
  },
  tech: { name: "Tech", icon: Cpu, message: "Compiling the future...", wayOn: TO_THE_CARS },
  space: { name: "Space", icon: Rocket, message: "Preparing for launch...", wayOn: TO_THE_CARS },
  "6in60": {
    name: "6in60",
    icon: Video,
    message: "Recording awesome content...",
    // Readings 5: it also leads to the home page with FASTEST on.
    wayOn: { label: "See the fastest EVs", href: FASTEST },
  },
  discover: {
    name: "Discover",
    icon: Compass,
    message: "Exploring new frontiers...",
    wayOn: TO_THE_CARS,
  },
};

function ComingSoonPage({ section }: { section: ComingSection }) {
  const { name, icon: Icon, message, wayOn } = ANNOUNCEMENTS[section];
  return (
    <div className={styles.page}>
      <title>{pageTitle(name)}</title>
      <Icon aria-hidden className={styles.icon} />
      <p className={styles.eyebrow}>{name} · Coming soon</p>
      <h1 className={styles.title}>{message}</h1>
      <div className={styles.actions}>
        <Button href={wayOn.href} variant="primary">
          {wayOn.label}
        </Button>
      </div>
    </div>
  );
}

function ComingSoonRoute({ params }: PageProps) {
  // The route's pattern allows nothing else.
  return <ComingSoonPage section={params.section as ComingSection} />;
}

export const page: PageModule = { Component: ComingSoonRoute };
