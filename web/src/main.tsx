import { render } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { askAs, Problem, type ProjectInfo } from "./api";
import { Adjudicate } from "./pages/Adjudicate";
import { Agreement } from "./pages/Agreement";
import { Documents } from "./pages/Documents";
import { Files } from "./pages/Files";
import { Mentions } from "./pages/Mentions";
import { People } from "./pages/People";
import { Rate } from "./pages/Rate";
import { Ratings } from "./pages/Ratings";
import { Read } from "./pages/Read";
import { Releases } from "./pages/Releases";
import { Review } from "./pages/Review";
import { Runs } from "./pages/Runs";
import { SignIn } from "./pages/SignIn";
import { Who } from "./pages/Who";
import { ProblemLine, useAnswer } from "./parts/common";
import { Shell } from "./parts/Shell";
import { usePlace } from "./router";
import "./style.css";

function App() {
  const place = usePlace();
  const { answer: project, problem } = useAnswer<ProjectInfo>("/project");
  if (problem?.status === 401) return <SignIn problem={problem} />;
  if (problem) return <ProblemLine problem={problem} />;
  if (project === null) return <p class="empty">Loading…</p>;
  askAs(project.me);
  return (
    <Shell project={project} page={place.page}>
      <Whole key={`${place.page}/${place.number}`} place={place} project={project} />
    </Shell>
  );
}

type PageProps = { place: ReturnType<typeof usePlace>; project: ProjectInfo };

/** A page, or why it cannot be shown. */
function Whole(props: PageProps) {
  const [error, again] = useErrorBoundary();
  if (!error) return <Page {...props} />;
  if (!(error instanceof Problem)) throw error;
  return (
    <section class="page">
      <ProblemLine problem={error} />
      <p>
        <button onClick={again}>Try again</button>
      </p>
    </section>
  );
}

function NoSuchPage() {
  return (
    <section class="page">
      <h1>There is no such page</h1>
    </section>
  );
}

const ABOUT_A_NUMBER = new Set(["people", "mentions", "review", "adjudicate"]);

function Page({ place, project }: PageProps) {
  if (ABOUT_A_NUMBER.has(place.page) && place.number === null && place.rest.length) return <NoSuchPage />;
  switch (place.page) {
    case "documents":
      return <Documents project={project} />;
    case "people":
      return <People key={place.number} project={project} number={place.number ?? 1} />;
    case "mentions":
      return <Mentions key={place.number} project={project} number={place.number ?? 1} />;
    case "releases":
      return <Releases project={project} name={place.rest[0] ?? null} />;
    case "review":
      return place.number === null ? <Releases project={project} name={null} /> : <Review key={place.number} number={place.number} />;
    case "read":
      return <Read key={place.rest[0]} project={project} text={place.rest[0] ?? null} />;
    case "who":
      return <Who key={place.number} project={project} number={place.number} />;
    case "runs":
      return <Runs />;
    case "agreement":
      return <Agreement />;
    case "adjudicate":
      return <Adjudicate key={place.number} project={project} number={place.number ?? 1} kind={place.rest[0] ?? "people"} />;
    case "rate":
      return <Rate />;
    case "ratings":
      return <Ratings />;
    case "files":
      return <Files />;
    default:
      return <NoSuchPage />;
  }
}

render(<App />, document.getElementById("app") as HTMLElement);
