import { ActivityView } from "../../features/admin/activity/activity-view.tsx";
import { Dashboard } from "../../features/admin/dashboard.tsx";
import { AccountsView } from "../../features/auth/accounts-view.tsx";
import { LogoutButton, RequireUser } from "../../features/auth/require-user.tsx";
import { ReviewModerationView } from "../../features/reviews/review-moderation-view.tsx";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";

const VIEWS = [
  { view: "reviews", label: "Reviews", content: <ReviewModerationView /> },
  { view: "activity", label: "Activity", content: <ActivityView /> },
  { view: "accounts", label: "Accounts", content: <AccountsView /> },
] as const;

function AdminPage() {
  return (
    <>
      <title>{pageTitle("EV Database Management")}</title>
      <meta name="robots" content="noindex" />
      <RequireUser>
        {({ id }) => <Dashboard userId={id} views={VIEWS} logoutButton={<LogoutButton />} />}
      </RequireUser>
    </>
  );
}

export const page: PageModule = { Component: AdminPage };
