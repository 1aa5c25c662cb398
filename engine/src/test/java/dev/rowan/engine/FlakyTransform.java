package dev.rowan.engine;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;

/// A transform that fails for the first `failures` attempts at each row, with a retryable reason.
public record FlakyTransform(int failures) implements RowTransform {

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return context.attempt() > failures
                ? TransformResult.success(row.with("attempt", context.attempt()))
                : TransformResult.error(Reason.of("unavailable", "attempt " + context.attempt() + " failed")
                        .asRetryable());
    }
}
