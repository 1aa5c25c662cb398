package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a provider writes the result of a row.
public interface LineFormat {

    /// Tells the results of a job in this format from those in others.
    String name();

    /// Whether results of this kind belong here; others go elsewhere, or nowhere.
    boolean holds(RowKind kind);

    Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result);
}
