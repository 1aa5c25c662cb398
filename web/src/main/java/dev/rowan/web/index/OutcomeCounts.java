package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import java.util.List;

/// Tokens by kind of outcome, and those in flight.
public record OutcomeCounts(List<Way> ended, long inFlight, long awaiting) {
    public OutcomeCounts {
        ended = List.copyOf(ended);
    }

    public record Way(Ending ending, long count) {}
}
