import { LogoutButton } from "../../features/auth/logout-button.tsx";
import { RequireUser } from "../../features/auth/require-user.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site-name.ts";

const TITLE = "EV Database Management"; // §2

/** The dashboard (§2), for whoever is signed in. */
function AdminPage() {
  return (
    <>
      <title>{pageTitle(TITLE)}</title>
      <meta name="robots" content="noindex" />
      <RequireUser>
        <h1>{TITLE}</h1>
        <LogoutButton />
      </RequireUser>
    </>
  );
}

export const page: PageModule = { Component: AdminPage };
