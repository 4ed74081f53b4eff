import { Dashboard } from "../../features/admin/dashboard.tsx";
import { LogoutButton } from "../../features/auth/logout-button.tsx";
import { RequireUser } from "../../features/auth/require-user.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site-name.ts";

/** The dashboard (§2), for whoever is signed in. */
function AdminPage() {
  return (
    <>
      <title>{pageTitle("EV Database Management")}</title>
      <meta name="robots" content="noindex" />
      <RequireUser>
        <Dashboard views={[]} logoutButton={<LogoutButton />} />
      </RequireUser>
    </>
  );
}

export const page: PageModule = { Component: AdminPage };
