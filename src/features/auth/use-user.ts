import { useQuery } from "@tanstack/react-query";
import type { User } from "./account-schemas.server.ts";
import { userQuery } from "./auth.client.ts";

interface CurrentUser {
  /** null: nobody is signed in; undefined: it is not known yet */
  user: User | null | undefined;
  /** the question failed, which says nothing about the user */
  isError: boolean;
  retry: () => void;
}

/** Who is signed in. Nothing is asked on the server, nor where the hint says that nobody is. */
export function useUser(): CurrentUser {
  const { data, isError, refetch } = useQuery(userQuery);
  return { user: data, isError, retry: () => void refetch() };
}
