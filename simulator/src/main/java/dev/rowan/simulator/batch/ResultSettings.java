package dev.rowan.simulator.batch;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.fault.FaultRule;
import dev.rowan.simulator.fault.FaultSettings;
import dev.rowan.simulator.fault.PlannedFault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Outcomes of rows, and how their results are written.
public record ResultSettings(Order order, List<FaultRule> rowFaults, Map<LineFault, Double> lines, double lowCredit) {

    /// The order of execution and of results.
    public enum Order {
        SHUFFLED,
        INPUT,
        REVERSED
    }

    /// The defect of a result line.
    public enum LineFault {
        /// It is not there.
        MISSING,
        /// It is there twice.
        DUPLICATE,
        /// One about a row that was never sent stands before it.
        UNKNOWN,
        /// Only its first half is there.
        BAD
    }

    static final Option<Order> ORDER = Option.choice("order", Order.class)
            .orElse(Order.SHUFFLED)
            .describedAs("the order in which rows are done and results stand");
    static final Option<List<FaultRule>> ROW_FAULTS = FaultSettings.rules("row_faults")
            .orElse(List.of())
            .describedAs("faults of rows and their probabilities, such as {status:500: 0.01, ending:refusal: 0.01}");
    static final Option<Map<LineFault, Double>> LINES = Option.free(
                    "lines",
                    "a mapping of missing, duplicate, unknown and bad to probabilities",
                    Map.of("type", "object"),
                    ResultSettings::lines)
            .orElse(Map.of())
            .describedAs("what is wrong with lines of results, and how probably");
    static final Option<BigDecimal> LOW_CREDIT = Option.decimal(
                    "low_credit", Optional.empty(), Optional.of(BigDecimal.ONE))
            .orElse(BigDecimal.ZERO)
            .describedAs("how probably a row is turned away for want of credit, said as an invalid request");

    static final ResultSettings DEFAULT = new ResultSettings(Order.SHUFFLED, List.of(), Map.of(), 0);

    public ResultSettings {
        rowFaults = List.copyOf(rowFaults);
        lines = Map.copyOf(lines);
    }

    static ResultSettings read(Section section) {
        return new ResultSettings(
                section.get(ORDER),
                section.get(ROW_FAULTS),
                section.get(LINES),
                section.get(LOW_CREDIT).doubleValue());
    }

    private static Option.Reading<Map<LineFault, Double>> lines(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            return new Option.Reading.Wrong<>("must be a mapping of line faults to probabilities");
        }
        var lines = new EnumMap<LineFault, Double>(LineFault.class);
        var wrong = new ArrayList<Option.Reading.Part>();
        entries.forEach((name, entry) -> {
            Optional<LineFault> fault = Stream.of(LineFault.values())
                    .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
            Optional<Double> probability = FaultSettings.probability(entry.value());
            if (fault.isPresent() && probability.isPresent()) {
                lines.put(fault.get(), probability.get());
            } else {
                wrong.add(new Option.Reading.Part(
                        entry.value(), "must be missing, duplicate, unknown or bad with a probability from 0 to 1"));
            }
        });
        return wrong.isEmpty() ? new Option.Reading.Value<>(lines) : new Option.Reading.WrongParts<>(wrong);
    }

    /// The fault of the row with this seed.
    PlannedFault rowFault(Seed row, String service) {
        return new FaultSettings(rowFaults, Optional.empty())
                .draw(service + "_row", 1, row.and("fault".hashCode()).random());
    }

    boolean lacksCredit(Seed row) {
        return lowCredit > 0 && row.and("credit".hashCode()).random().nextDouble() < lowCredit;
    }

    /// The defect of the line of the row with this seed.
    Optional<LineFault> lineFault(Seed row) {
        double left = lines.isEmpty() ? 1 : row.and("line".hashCode()).random().nextDouble();
        for (LineFault fault : LineFault.values()) {
            left -= lines.getOrDefault(fault, 0.0);
            if (left < 0) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }
}
