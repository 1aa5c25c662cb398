package dev.rowan.web.index;

import dev.rowan.landscape.RowScan.Ending;
import java.util.List;

/// The ways the tokens of a run ended, how often each, and how many have not ended.
public record OutcomeCounts(List<Way> ended, long inFlight, long awaiting) {
    public OutcomeCounts {
        ended = List.copyOf(ended);
    }

    public record Way(Ending ending, long count) {}
}
