import { Dashboard } from "../../features/admin/dashboard.tsx";
import { forgetDrafts } from "../../features/admin/rows/ev-draft.ts";
import { LogoutButton, RequireUser } from "../../features/auth/require-user.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";

function AdminPage() {
  return (
    <>
      <title>{pageTitle("EV Database Management")}</title>
      <meta name="robots" content="noindex" />
      <RequireUser>
        {({ id }) => (
          <Dashboard userId={id} logoutButton={<LogoutButton onLogout={forgetDrafts} />} />
        )}
      </RequireUser>
    </>
  );
}

export const page: PageModule = { Component: AdminPage };
