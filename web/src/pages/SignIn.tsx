// Signing in, where the studio is open to other machines; on one's own the link is the way in.
import { useState } from "preact/hooks";
import { post, type Problem } from "../api";
import { ProblemLine, useAnswer } from "../parts/common";

interface SignedIn {
  name: string;
  failed: number;
}

export function SignIn({ problem }: { problem: Problem }) {
  const { answer } = useAnswer<{ password: boolean }>("/sign-in");
  const [refused, setRefused] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [warned, setWarned] = useState<SignedIn | null>(null);
  if (answer === null) return <p class="empty">Loading…</p>;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setRefused(null);
    try {
      const made = await post<SignedIn>("/sign-in", { name: typed.get("name"), password: typed.get("password") });
      if (made.failed) setWarned(made);
      else location.reload();
    } catch (error) {
      setRefused(error as Problem);
    }
    setBusy(false);
  };
  return (
    <main class="page sign-in">
      <h1>Gyges Studio</h1>
      {warned ? (
        <>
          <p role="alert">
            {warned.failed === 1 ? "A sign-in" : `${warned.failed} sign-ins`} under your name failed before this one. If that was not you, tell whoever runs this studio.
          </p>
          <button onClick={() => location.reload()}>Go on</button>
        </>
      ) : answer.password ? (
        <form onSubmit={submit}>
          <label>
            Name <input name="name" required maxLength={60} autocomplete="username" autofocus />
          </label>
          <label>
            Password <input name="password" type="password" required maxLength={1000} autocomplete="current-password" />
          </label>
          <button disabled={busy}>Sign in</button>
          <ProblemLine problem={refused} />
        </form>
      ) : (
        <ProblemLine problem={problem} />
      )}
    </main>
  );
}
