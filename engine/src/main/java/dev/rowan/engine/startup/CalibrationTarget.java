package dev.rowan.engine.startup;

import dev.rowan.landscape.record.RunStart;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The gate that a run calibrates: how often its models must agree, on which fields as they were given.
public record CalibrationTarget(String gate, double agreement, List<String> compared) {
    private static final String SETTING = "calibrates";
    private static final String GATE = "gate";
    private static final String AGREEMENT = "agreement";
    private static final String COMPARED = "compared";

    public CalibrationTarget {
        compared = List.copyOf(compared);
    }

    RunStart recordedIn(RunStart start) {
        return start.with(
                SETTING,
                Map.of(GATE, gate, AGREEMENT, BigDecimal.valueOf(agreement).toString(), COMPARED, compared));
    }

    /// The one that a run was started with.
    public static Optional<CalibrationTarget> of(RunStart start) {
        if (start.settings().get(SETTING) instanceof Map<?, ?> target
                && target.get(GATE) instanceof String gate
                && target.get(AGREEMENT) instanceof String agreement
                && target.get(COMPARED) instanceof List<?> compared) {
            return Optional.of(new CalibrationTarget(
                    gate,
                    Double.parseDouble(agreement),
                    compared.stream().map(String::valueOf).toList()));
        }
        return Optional.empty();
    }
}
