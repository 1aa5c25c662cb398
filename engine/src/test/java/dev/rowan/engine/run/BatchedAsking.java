package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A transform whose provider has a batch service, which nobody asks here.
record BatchedAsking(RowTransform asking, Optional<BatchLimits> batchLimits) implements RowTransform, BatchCapable {
    static final BatchLimits TERMS = new BatchLimits(
            "fake",
            1_000,
            1_000_000,
            new BigDecimal("0.5"),
            Duration.ofMinutes(1),
            Duration.ofHours(24),
            OptionalInt.empty(),
            OptionalInt.empty(),
            true);

    BatchedAsking(RowTransform asking) {
        this(asking, Optional.of(TERMS));
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        asking.prepare(setup);
    }

    @Override
    public boolean sharesAnswers() {
        return asking.sharesAnswers();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws Exception {
        return asking.process(row, context);
    }

    @Override
    public BatchService batchService() {
        return (BatchService) Proxy.newProxyInstance(
                BatchService.class.getClassLoader(), new Class<?>[] {BatchService.class}, (_, method, _) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
