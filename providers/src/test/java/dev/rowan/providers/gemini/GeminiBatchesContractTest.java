package dev.rowan.providers.gemini;

import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class GeminiBatchesContractTest extends BatchServiceContract {
    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "gemini",
            "",
            "gemini_batch_get",
            new GeminiChat(),
            endpoint -> new GeminiBatches(endpoint, "gemini-2.5-flash", BatchSimulator::receipt));

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}
