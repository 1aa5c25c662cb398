package dev.rowan.testkit;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;

/// A transform whose first `failures` attempts at each row fail with a reason that may pass.
public record FlakyTransform(int failures) implements RowTransform {

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return context.attempt() > failures
                ? TransformResult.success(row.with("attempt", context.attempt()))
                : TransformResult.error(Reason.of("unavailable", "attempt " + context.attempt() + " failed")
                        .asRetryable());
    }
}
