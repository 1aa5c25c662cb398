package dev.rowan.cli.calibrate;

import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.calibrate.AgreementBound;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of `estimate` that calibrate a gate.
public final class CalibrationOptions {
    static final int ROWS = 200;
    static final double AGREEMENT = 0.95;
    private static final int MAX_ROWS = 5_000;

    @Option(
            names = "--calibrate",
            paramLabel = "GATE",
            description = {
                "Send a sample of rows to both models of a cascade and",
                "print the best threshold for GATE. Makes paid calls."
            })
    private Optional<String> gate = Optional.empty();

    @Option(
            names = "--agreement",
            paramLabel = "SHARE",
            description = "With --calibrate: how often the models must agree. Default: 0.95.")
    private Optional<Double> agreement = Optional.empty();

    @Option(
            names = "--compare",
            paramLabel = "FIELD=FIELD",
            description = {
                "With --calibrate: fields of the first and the second",
                "answer that must be equal. Repeatable. Default: all",
                "common fields."
            })
    private List<String> compared = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "With --calibrate: seed of the sample. Default: 1.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--yes", description = "With --calibrate: skip confirmation. Required without a terminal.")
    private boolean yes;

    /// The gate to calibrate, if one is; checks the options.
    public Optional<String> gate() {
        if (gate.isEmpty() && (agreement.isPresent() || !compared.isEmpty() || seed.isPresent() || yes)) {
            throw new UsageException("--agreement, --compare, --seed and --yes require --calibrate GATE");
        }
        return gate;
    }

    double agreement() {
        double share = agreement.orElse(AGREEMENT);
        if (!(share >= 0.5 && share <= 0.999)) {
            throw new UsageException("--agreement must be from 0.5 to 0.999, got " + share);
        }
        return share;
    }

    /// The size of the sample.
    int rows(Optional<Long> given) {
        long rows = given.orElse((long) ROWS);
        int fewest = AgreementBound.fewestRows(agreement());
        if (rows < fewest || rows > MAX_ROWS) {
            throw new UsageException("--rows must be from " + fewest + " (to show an agreement of " + agreement()
                    + ") to " + MAX_ROWS + " with --calibrate, got " + rows);
        }
        return (int) rows;
    }

    List<String> compared() {
        return compared;
    }

    long seed() {
        return seed.orElse(1L);
    }

    boolean yes() {
        return yes;
    }
}
