package dev.rowan.providers.openai;

import dev.rowan.providers.openai.CompatibleApi.BatchKind;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Quirk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// The batch service of a provider of the table, at the simulator.
final class CompatibleBatches {
    private CompatibleBatches() {}

    static BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour, String name) throws IOException {
        CompatibleApi api = CompatibleApi.all().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
        BatchKind kind = api.batch().orElseThrow();
        var vendor = new SimulatedBatchProvider.Vendor(
                name,
                "/compatible/" + name + "/v1",
                kind == BatchKind.XAI ? name + "_batch_results" : name + "_file_content",
                ChatCompletions.of(api),
                endpoint ->
                        new OpenAiBatches(endpoint, "vendor/model-1", BatchSimulator::receipt, BatchDialect.of(kind)),
                kind == BatchKind.TOGETHER ? Set.of(Quirk.NO_COUNTS) : Set.of());
        return SimulatedBatchProvider.open(folder, behaviour, vendor);
    }
}
