/** The class: for students with a link the exercises in it, for all others the teacher's page. */
import { useAnswer } from "../app";
import { StudentPage } from "../classroom/student";
import { TeacherPage } from "../classroom/teacher";
import { route } from "../route";
import { useStore } from "../store";

export function ClassPage() {
  const { params } = useStore(route);
  const student = params.seeds !== undefined;
  const contents = useAnswer("course", student ? null : {});
  if (student) return <StudentPage key={JSON.stringify(params)} params={params} />;
  return <TeacherPage params={params} contents={contents.value} />;
}
