/** The cookies that an answer has set, as a request header. @throws Error when it is a refusal */
export function cookiesOf(answer: Response): string {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Signs in from an address, as a proxy reports it. @returns the cookies, as a request header */
export async function signInAt(
  origin: string,
  account: { username: string; password: string },
  address = "192.0.2.1",
): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(account),
  });
  return cookiesOf(answer);
}
