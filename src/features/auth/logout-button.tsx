import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { AnswerError } from "../../api/answers.ts";
import { logout, userQuery } from "./auth.client.ts";

/** Signs out; `RequireUser` then leads to the sign-in screen (§4). */
export function LogoutButton() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      await client.cancelQueries({ queryKey: userQuery.queryKey });
      client.setQueryData(userQuery.queryKey, null);
      toast({ title: "Success", description: "Logged out successfully" }); // §8
    },
    onError: (error) => {
      const sentence = error instanceof AnswerError ? error.sentence : "";
      const description = sentence || "An unexpected error occurred";
      toast({ title: "Logout failed", description, variant: "destructive" }); // §8
    },
  });
  return (
    <Button size="s" pending={isPending} onClick={() => mutate()}>
      <LogOut aria-hidden />
      Logout
    </Button>
  );
}
