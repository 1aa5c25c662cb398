package dev.rowan.connectors.azureblob;

import dev.rowan.api.Sha256;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.azureblob.BlobClient.Condition;
import dev.rowan.connectors.azureblob.BlobClient.Found;
import dev.rowan.connectors.azureblob.BlobClient.Properties;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.MarkedBytes;
import dev.rowan.connectors.file.OpenedOutput;
import dev.rowan.connectors.storage.RangedInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A blob as the destination of a sink.
final class BlobDestination implements Destination {
    private final BlobSinkSettings settings;
    private final RandomGenerator chance;
    private @Nullable BlobClient client;

    BlobDestination(BlobSinkSettings settings, RandomGenerator chance) {
        this.settings = settings;
        this.chance = chance;
    }

    @Override
    public void prepare(PluginSetup setup) throws IOException, InterruptedException {
        client = new BlobClient(settings.account().resolve(setup), settings.name(), setup.wire(), setup.time());
    }

    @Override
    public String name() {
        return client == null
                ? settings.name().container() + "/" + settings.name().blob()
                : client.address();
    }

    @Override
    public Optional<String> check(Existing existing) {
        try {
            return problem(prepared().find(RequestRetry.FEW), existing);
        } catch (PluginException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> problem(Found found, Existing existing) {
        return switch (found) {
            case Found.Blob(var properties) -> problem(properties, existing);
            case Found.NoBlob _ -> Optional.empty();
            case Found.NoContainer(var message) ->
                settings.createContainer()
                        ? Optional.empty()
                        : Optional.of(message + ", or set 'create_container: true'");
        };
    }

    private Optional<String> problem(Properties found, Existing existing) {
        if (existing == Existing.REFUSE) {
            return Optional.of(name() + " already exists; use --overwrite to replace it, or choose another name");
        }
        return found.type().equals("BlockBlob")
                ? Optional.empty()
                : Optional.of(name() + " is not a block blob; delete it or choose another name");
    }

    @Override
    public Mark start(Existing existing) throws IOException {
        return Mark.at(present(existing).map(Properties::size).orElse(0L));
    }

    /// The existing blob to append to.
    private Optional<Properties> present(Existing existing) throws PluginException {
        return existing == Existing.APPEND && prepared().find(RequestRetry.FEW) instanceof Found.Blob(var there)
                ? Optional.of(there)
                : Optional.empty();
    }

    @Override
    public Optional<Input> appendedTo(Existing existing) throws IOException {
        return present(existing)
                .filter(there -> there.size() > 0)
                .map(there -> new RangedInput(prepared(), there.version(), 0));
    }

    @Override
    public Optional<Input> present() throws IOException {
        return switch (prepared().find(RequestRetry.MANY)) {
            case Found.Blob(var there) -> Optional.of(new RangedInput(prepared(), there.version(), 0));
            case Found.NoBlob(var message) -> throw new PluginException(message);
            case Found.NoContainer(var message) -> throw new PluginException(message);
        };
    }

    @Override
    public OpenedOutput open(Existing existing, Faults faults) throws IOException {
        BlobClient blob = prepared();
        Found found = blob.find(RequestRetry.FEW);
        Optional<String> problem = problem(found, existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        if (existing == Existing.APPEND && found instanceof Found.Blob(var there) && there.size() > 0) {
            return kept(there).upTo(Mark.at(there.size()), faults);
        }
        if (found instanceof Found.NoContainer) {
            blob.createContainer();
        }
        Condition condition =
                found instanceof Found.Blob(var there) ? new Condition.Unchanged(there.etag()) : new Condition.Absent();
        var target = BlobTarget.create(blob, settings.mediaType(), new Blocks(chance), condition, faults);
        return new OpenedOutput(target, Mark.at(0), Sha256.create(), false);
    }

    private ExistingBlob kept(Properties there) {
        return new ExistingBlob(prepared(), there, settings.mediaType(), chance);
    }

    @Override
    public OpenedOutput resume(Mark mark, Faults faults) throws IOException {
        OpenedOutput output = mark.end() == 0 ? open(Existing.OVERWRITE, faults) : resumed(mark, faults);
        faults.at(FaultPoint.SINK_CUT);
        return output;
    }

    private OpenedOutput resumed(Mark mark, Faults faults) throws PluginException {
        if (!(prepared().find(RequestRetry.FEW) instanceof Found.Blob(var there))) {
            throw new MarkedBytes(name(), mark).missing();
        }
        Optional<String> problem = problem(there, Existing.OVERWRITE);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        return kept(there).upTo(mark, faults);
    }

    @Override
    public boolean isNumbered() {
        return settings.name().blob().contains("{n}");
    }

    @Override
    public BlobDestination numbered(int number) {
        return at(settings.name().numbered(number));
    }

    private BlobDestination at(BlobName other) {
        var one = new BlobDestination(settings.with(other), chance);
        one.client = client == null ? null : client.with(one.settings.name());
        return one;
    }

    @Override
    public Optional<String> fileName() {
        String blob = settings.name().blob();
        return Optional.of(blob.substring(blob.lastIndexOf('/') + 1));
    }

    @Override
    public BlobDestination sibling(String name) {
        String blob = settings.name().blob();
        return at(settings.name().at(blob.substring(0, blob.lastIndexOf('/') + 1) + name));
    }

    @Override
    public OptionalLong size() throws IOException {
        return prepared().find(RequestRetry.MANY) instanceof Found.Blob(var there)
                ? OptionalLong.of(there.size())
                : OptionalLong.empty();
    }

    @Override
    public void delete() throws IOException {
        prepared().delete();
    }

    private BlobClient prepared() {
        if (client == null) {
            throw new IllegalStateException("prepare the sink first");
        }
        return client;
    }

    @Override
    public Map<String, Object> manifest() {
        return Map.of("blob", name());
    }

    @Override
    public Optional<String> credential() {
        return Optional.of(prepared().account().access().method());
    }

    @Override
    public Optional<String> address() {
        return Optional.of(name());
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }
}
