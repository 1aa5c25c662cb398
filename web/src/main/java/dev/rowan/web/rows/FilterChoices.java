package dev.rowan.web.rows;

import dev.rowan.landscape.RowScan.Ending;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.index.OutcomeCounts;
import dev.rowan.web.index.RowFilter;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/// The choices of the filters, with the number of rows where known.
record FilterChoices(
        Map<String, OptionalLong> outcomes,
        Map<String, OptionalLong> reasons,
        Map<String, OptionalLong> nodes,
        Map<String, OptionalLong> sinks) {

    /// By the columns of the run.
    static FilterChoices of(RunView view, OutcomeCounts ways) {
        return new FilterChoices(
                outcomes(counted(ways, ending -> Optional.of(ending.outcome())), ways.inFlight(), ways.awaiting()),
                known(counted(ways, Ending::reason)),
                known(counted(
                        ways,
                        ending -> ending.node().isPresent()
                                ? Optional.of(view.node(ending.node().getAsInt()))
                                : Optional.empty())),
                known(counted(ways, Ending::sink)));
    }

    /// By what the run counts of itself: all but where rows ended.
    static FilterChoices of(RunView view) {
        RunSummary run = view.run();
        var outcomes = new TreeMap<String, Long>();
        run.outcomes().forEach((outcome, count) -> outcomes.put(outcome.word(), count));
        var nodes = new TreeMap<String, OptionalLong>();
        view.nodes().stream().map(RunStart.Node::name).forEach(name -> nodes.put(name, OptionalLong.empty()));
        return new FilterChoices(
                outcomes(outcomes, run.rowsOpen() - run.awaiting(), run.awaiting()),
                known(run.reasons()),
                nodes,
                known(run.sinkRows()));
    }

    private static Map<String, OptionalLong> outcomes(Map<String, Long> ended, long inFlight, long awaiting) {
        var counts = new TreeMap<>(ended);
        if (inFlight > 0) {
            counts.put(RowFilter.IN_FLIGHT, inFlight);
        }
        if (awaiting > 0) {
            counts.put(RowFilter.AWAITING, awaiting);
        }
        return known(counts);
    }

    private static Map<String, OptionalLong> known(Map<String, Long> counts) {
        var known = new TreeMap<String, OptionalLong>();
        counts.forEach((word, count) -> known.put(word, OptionalLong.of(count)));
        return known;
    }

    private static Map<String, Long> counted(OutcomeCounts ways, Function<Ending, Optional<String>> of) {
        var counts = new TreeMap<String, Long>();
        ways.ended()
                .forEach(way -> of.apply(way.ending()).ifPresent(word -> counts.merge(word, way.count(), Long::sum)));
        return counts;
    }
}
