package dev.rowan.engine.calibrate;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.startup.CalibrationTarget;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.util.Optional;

/// The last completed calibration of a gate, if its models are configured as they were then.
public record RecordedCalibration(String runId, Calibration calibration) {
    private static final int SEARCHED = 500;

    /// Reads it, with costs for `rows` rows; empty if there is none.
    public static Optional<RecordedCalibration> find(
            LandscapeReader reader, Pipeline pipeline, CascadeGate cascade, long rows) {
        for (RunSummary run : reader.runs().newest(SEARCHED)) {
            if (run.name().equals(CalibrationPipeline.nameOf(pipeline)) && run.isCompleted()) {
                RunStart start = reader.runs().declared(run.runId());
                Optional<CalibrationTarget> target = CalibrationTarget.of(start)
                        .filter(one -> one.gate().equals(cascade.gate().name()));
                if (target.isPresent() && isSame(start, cascade.cheap()) && isSame(start, cascade.strong())) {
                    return read(reader, run.runId(), pipeline, cascade, target.get(), rows);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(RunStart start, TransformNode node) {
        return start.nodes().stream()
                .anyMatch(recorded -> recorded.index() == node.index()
                        && recorded.name().equals(node.name())
                        && recorded.optionsSha256().equals(node.optionsSha256()));
    }

    private static Optional<RecordedCalibration> read(
            LandscapeReader reader,
            String runId,
            Pipeline pipeline,
            CascadeGate cascade,
            CalibrationTarget target,
            long rows) {
        try {
            AnswerComparison comparison = AnswerComparison.of(cascade, target.compared());
            CalibrationSample sample = CalibrationSample.read(reader, runId, cascade, comparison);
            return sample.compared() == 0
                    ? Optional.empty()
                    : Optional.of(new RecordedCalibration(
                            runId, Calibration.of(cascade, pipeline.graph(), sample, target.agreement(), rows)));
        } catch (PluginException _) {
            return Optional.empty();
        }
    }
}
