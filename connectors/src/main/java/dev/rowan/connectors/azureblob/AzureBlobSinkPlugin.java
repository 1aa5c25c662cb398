package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;
import java.security.SecureRandom;
import java.util.Set;

/// The sink `azure_blob`.
public final class AzureBlobSinkPlugin implements SinkPlugin {

    @Override
    public String name() {
        return "azure_blob";
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public String description() {
        return "Writes rows to an Azure Storage blob in any file format.";
    }

    @Override
    public Options options() {
        return BlobSinkSettings.OPTIONS;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DETERMINISTIC, Capability.CALLS_OUT);
    }

    @Override
    public Sink configure(Section options) {
        var settings = BlobSinkSettings.read(options);
        return settings.format().sink(new BlobDestination(settings, new SecureRandom()), options);
    }
}
