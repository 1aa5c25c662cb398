package dev.rowan.providers.azure;

import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.providers.service.SimulatedBatchProvider;
import dev.rowan.testkit.contract.BatchProviderUnderTest;
import dev.rowan.testkit.contract.BatchProviderUnderTest.Behaviour;
import dev.rowan.testkit.contract.BatchServiceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

class AzureBatchesContractTest extends BatchServiceContract {
    private static final SimulatedBatchProvider.Vendor VENDOR = new SimulatedBatchProvider.Vendor(
            "azure",
            "",
            "azure_file_content",
            new AzureChat(),
            endpoint -> AzureBatches.of(endpoint, "gpt-4o-mini", BatchSimulator::receipt));

    @Override
    protected BatchProviderUnderTest open(Path folder, Set<Behaviour> behaviour) throws IOException {
        return SimulatedBatchProvider.open(folder, behaviour, VENDOR);
    }
}
