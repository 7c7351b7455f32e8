/** Steps like a video: first, previous, play, next, last, a slider and a speed. Stopped on load. */
import { useEffect, useId, useState } from "preact/hooks";
import { t } from "../i18n";
import { Button, Select } from "../ui/widgets";
import { count } from "../values";

const SPEEDS = ["0.5", "1", "2", "5", "20"];
const PACE = 900;

export function Transport(props: {
  step: number;
  last: number;
  onStep: (step: number, byHand: boolean) => void;
  /** Whether something is to be done first before it can play on. */
  stopped?: boolean;
}) {
  const { step, last, onStep } = props;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState("1");
  const id = useId();
  useEffect(() => {
    if (!playing) return;
    if (step >= last || props.stopped) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onStep(step + 1, false), PACE / Number(speed));
    return () => clearTimeout(timer);
  }, [playing, step, last, speed, props.stopped]);
  const go = (to: number) => {
    setPlaying(false);
    onStep(Math.max(0, Math.min(last, to)), true);
  };
  const play = () => {
    if (!playing && step >= last) onStep(0, false);
    setPlaying(!playing);
  };
  return (
    <div class="transport" role="group" aria-label={t("web.steps")}>
      <div class="row">
        <Button
          icon="first"
          label={t("web.steps.first")}
          disabled={step === 0}
          onClick={() => go(0)}
        />
        <Button
          icon="previous"
          label={t("web.steps.previous")}
          disabled={step === 0}
          onClick={() => go(step - 1)}
        />
        <Button
          kind="primary"
          icon={playing ? "pause" : "play"}
          label={playing ? t("web.pause") : t("web.steps.play")}
          onClick={play}
        />
        <Button
          icon="next"
          label={t("web.steps.next")}
          disabled={step >= last}
          onClick={() => go(step + 1)}
        />
        <Button
          icon="last"
          label={t("web.steps.last")}
          disabled={step >= last}
          onClick={() => go(last)}
        />
      </div>
      <div class="transport-slider">
        <label class="unseen" for={id}>
          {t("web.steps.slider")}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={step}
          aria-valuetext={t("web.steps.at", { step: count(step), last: count(last) })}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <output for={id}>
          {count(step)} / {count(last)}
        </output>
      </div>
      <Select
        label={t("web.steps.speed")}
        value={speed}
        compact
        choices={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={setSpeed}
      />
    </div>
  );
}
