import { SignInCard } from "../../features/auth/sign-in-card.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";
import styles from "./page.module.css";

function AuthPage() {
  return (
    <div className={styles.page}>
      <title>{pageTitle("Sign in")}</title>
      <meta name="robots" content="noindex" />
      <SignInCard />
    </div>
  );
}

export const page: PageModule = { Component: AuthPage };
