package dev.rowan.cli.command;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.report.ShellWord;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.seal.SigningKey;
import dev.rowan.landscape.verify.ChainCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The landscape of a command, where the choice came from, and the base directory of a relative file address.
/// `signer` signs the heads if the pipeline names a key; `downTimeout` is how long a run waits while the landscape is
/// unreachable.
public record LandscapeAddress(
        String url, Path base, Origin origin, Optional<SigningKey> signer, Duration downTimeout) {
    private static final String VARIABLE = "ROWAN_LANDSCAPE";
    private static final String DEFAULT = "sqlite:rowan.db";

    /// Where the choice came from.
    public enum Origin {
        OPTION,
        ENVIRONMENT,
        PIPELINE,
        /// The default: `rowan.db` in the current directory.
        DEFAULT
    }

    private LandscapeAddress recordedBy(Pipeline pipeline, Shell shell) {
        return new LandscapeAddress(
                url,
                base,
                origin,
                SigningKeys.of(pipeline, shell),
                pipeline.run().landscapeDownTimeout());
    }

    /// The first of: option, environment, pipeline; or else `rowan.db` in the current directory.
    static LandscapeAddress choose(Optional<String> option, Optional<Pipeline> pipeline, Shell shell) {
        LandscapeAddress chosen = toRead(option, pipeline, shell);
        return pipeline.map(running -> chosen.recordedBy(running, shell)).orElse(chosen);
    }

    /// The same, for reading: no key is needed.
    static LandscapeAddress toRead(Optional<String> option, Optional<Pipeline> pipeline, Shell shell) {
        Path here = shell.folder();
        return option.map(url -> new LandscapeAddress(
                        url, here, Origin.OPTION, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT))
                .or(() -> shell.variable(VARIABLE)
                        .map(url -> new LandscapeAddress(
                                url, here, Origin.ENVIRONMENT, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT)))
                .or(() -> pipeline.flatMap(LandscapeAddress::of))
                .orElseGet(() -> new LandscapeAddress(
                        DEFAULT, here, Origin.DEFAULT, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT));
    }

    private static Optional<LandscapeAddress> of(Pipeline pipeline) {
        Path base = pipeline.file().map(Path::getParent).orElse(Path.of(""));
        return pipeline.landscape()
                .map(url -> new LandscapeAddress(
                        url, base, Origin.PIPELINE, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT));
    }

    /// The landscape to record in: opened when the run starts; a missing file is created.
    public Landscape open(Time time, RandomGenerator random) {
        return open(time, random, Faults.NONE);
    }

    /// The same with a hook for every transaction.
    public Landscape open(Time time, RandomGenerator random, Faults faults) {
        return new DeferredLandscape(
                () -> Landscapes.open(url, base, time, random, faults, signer, downTimeout),
                this::read,
                () -> Landscapes.describe(url, base));
    }

    public LandscapeReader read() {
        return Landscapes.read(url, base);
    }

    /// Opens it to send control requests to active runs.
    public ControlRequestStore controlRequests() {
        return Landscapes.controlRequests(url, base);
    }

    /// Opens it for verification.
    public ChainCheck check() {
        return ChainCheck.open(url, base);
    }

    /// How a later command in the same shell selects this landscape; `described` is its address without credentials.
    public Lookup lookup(String described, Shell shell) {
        String usual =
                "sqlite:" + shell.folder().resolve("rowan.db").toAbsolutePath().normalize();
        if (origin == Origin.DEFAULT || origin == Origin.ENVIRONMENT || described.equals(usual)) {
            return new Lookup.ByDefault();
        }
        boolean secret = !url.startsWith("sqlite:") && (url.contains("@") || url.contains("password="));
        return secret ? new Lookup.BySecret() : new Lookup.ByOption(described);
    }

    /// The option that selects this landscape in a later command in the same shell; empty if none is needed.
    public String option(Shell shell) {
        return lookup(Landscapes.describe(url, base), shell).option();
    }

    /// How a later command selects a landscape.
    public sealed interface Lookup {

        /// The option to add; empty if none is needed or possible.
        default String option() {
            return this instanceof ByOption(var address) ? " --landscape " + ShellWord.of(address) : "";
        }

        /// By default.
        record ByDefault() implements Lookup {}

        /// By `--landscape` with this address.
        record ByOption(String address) implements Lookup {}

        /// By an address with a password, which must not be shown.
        record BySecret() implements Lookup {}
    }
}
