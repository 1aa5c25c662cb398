package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import java.util.Optional;

/// A filter compiled for an index: conditions on the outcome are evaluated once per kind of outcome.
final class FilterMatcher {
    private final boolean[] kinds;
    private final boolean inFlight;
    private final boolean awaiting;
    private final boolean anyLatency;
    private final long costFrom;
    private final long costTo;
    private final long latencyFrom;
    private final long latencyTo;
    private final long rowFrom;
    private final long rowTo;
    private final Optional<TokenSet> among;

    FilterMatcher(RowFilter filter, OutcomeKinds known) {
        boolean open = filter.reason().isEmpty()
                && filter.nodes().isEmpty()
                && filter.sink().isEmpty();
        boolean all = filter.outcomes().isEmpty();
        this.inFlight = open && (all || filter.outcomes().contains(RowFilter.IN_FLIGHT));
        this.awaiting = open && (all || filter.outcomes().contains(RowFilter.AWAITING));
        this.kinds = new boolean[known.size() + 1];
        for (int kind = 1; kind < kinds.length; kind++) {
            kinds[kind] = fits(filter, known.ending(kind));
        }
        this.anyLatency = filter.latency().isAny();
        this.costFrom = filter.cost().least().orElse(Long.MIN_VALUE);
        this.costTo = filter.cost().most().orElse(Long.MAX_VALUE);
        this.latencyFrom = filter.latency().least().orElse(0);
        this.latencyTo = filter.latency().most().orElse(Long.MAX_VALUE);
        this.rowFrom = filter.rows().least().orElse(Long.MIN_VALUE);
        this.rowTo = filter.rows().most().orElse(Long.MAX_VALUE);
        this.among = filter.among();
    }

    private static boolean fits(RowFilter filter, Ending ending) {
        return (filter.outcomes().isEmpty() || filter.outcomes().contains(ending.outcome()))
                && (filter.reason().isEmpty() || filter.reason().equals(ending.reason()))
                && (filter.sink().isEmpty() || filter.sink().equals(ending.sink()))
                && (filter.nodes().isEmpty()
                        || (ending.node().isPresent()
                                && filter.nodes().get().contains(ending.node().getAsInt())));
    }

    boolean fits(TokenColumns columns, int token) {
        int kind = columns.kind(token);
        boolean kindFits = kind == OutcomeKinds.OPEN ? (columns.isParked(token) ? awaiting : inFlight) : kinds[kind];
        if (!kindFits) {
            return false;
        }
        long cost = columns.cost(token);
        long row = columns.row(token);
        if (cost < costFrom || cost > costTo || row < rowFrom || row > rowTo) {
            return false;
        }
        if (among.isPresent() && !among.get().contains(row, columns.part(token))) {
            return false;
        }
        if (anyLatency) {
            return true;
        }
        long latency = columns.latency(token);
        return latency >= latencyFrom && latency <= latencyTo;
    }
}
