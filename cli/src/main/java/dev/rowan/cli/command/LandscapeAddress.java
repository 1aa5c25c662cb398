package dev.rowan.cli.command;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.ShellWord;
import dev.rowan.engine.pipeline.Pipeline;
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

/// Which landscape a command uses, who said so, and the folder that a relative file in its address starts from.
///
/// `signer` signs the heads of what is recorded there, where the pipeline names a key; `downTimeout` is how
/// long a run waits for it when it cannot be reached.
public record LandscapeAddress(
        String url, Path base, Origin origin, Optional<SigningKey> signer, Duration downTimeout) {
    private static final String VARIABLE = "ROWAN_LANDSCAPE";
    private static final String USUAL = "sqlite:rowan.db";

    /// Who chose the landscape.
    public enum Origin {
        OPTION,
        ENVIRONMENT,
        PIPELINE,
        /// Nobody: it is `rowan.db` in the current folder.
        USUAL
    }

    LandscapeAddress(String url, Path base, Origin origin) {
        this(url, base, origin, Optional.empty(), Landscapes.DEFAULT_DOWN_TIMEOUT);
    }

    private LandscapeAddress recordedBy(Pipeline pipeline, Shell shell) {
        return new LandscapeAddress(
                url,
                base,
                origin,
                SigningKeys.of(pipeline, shell),
                pipeline.run().landscapeDownTimeout());
    }

    /// The first that is given: the option, the environment, the pipeline; else `rowan.db` in the current
    /// folder.
    static LandscapeAddress choose(Optional<String> option, Optional<Pipeline> pipeline, Shell shell) {
        Path here = shell.folder();
        LandscapeAddress chosen = option.map(url -> new LandscapeAddress(url, here, Origin.OPTION))
                .or(() -> shell.variable(VARIABLE).map(url -> new LandscapeAddress(url, here, Origin.ENVIRONMENT)))
                .or(() -> pipeline.flatMap(LandscapeAddress::of))
                .orElseGet(() -> new LandscapeAddress(USUAL, here, Origin.USUAL));
        return pipeline.map(running -> chosen.recordedBy(running, shell)).orElse(chosen);
    }

    private static Optional<LandscapeAddress> of(Pipeline pipeline) {
        Path base = pipeline.file().map(Path::getParent).orElse(Path.of(""));
        return pipeline.landscape().map(url -> new LandscapeAddress(url, base, Origin.PIPELINE));
    }

    /// The landscape to record in: opened when the run starts, and made when it is a file that is not there.
    public Landscape open(Time time, RandomGenerator random) {
        return open(time, random, Faults.NONE);
    }

    /// The same, with someone who is told of every transaction.
    public Landscape open(Time time, RandomGenerator random, Faults faults) {
        return new DeferredLandscape(
                () -> Landscapes.open(url, base, time, random, faults, signer, downTimeout),
                this::read,
                () -> Landscapes.describe(url, base));
    }

    public LandscapeReader read() {
        return Landscapes.read(url, base);
    }

    /// Opens it to give orders to runs that work.
    public ControlRequestStore orders() {
        return Landscapes.orders(url, base);
    }

    /// Opens it to check what was recorded.
    public ChainCheck check() {
        return ChainCheck.open(url, base);
    }

    /// What a later command, typed in the same shell, needs to find the same landscape; `described` is its
    /// address without credentials.
    public Finding finding(String described, Shell shell) {
        String usual =
                "sqlite:" + shell.folder().resolve("rowan.db").toAbsolutePath().normalize();
        if (origin == Origin.USUAL || origin == Origin.ENVIRONMENT || described.equals(usual)) {
            return new Finding.Itself();
        }
        boolean secret = !url.startsWith("sqlite:") && (url.contains("@") || url.contains("password="));
        return secret ? new Finding.BySecret() : new Finding.ByOption(described);
    }

    /// What to add to a later command, typed in the same shell, so that it finds the same landscape.
    public String option(Shell shell) {
        return finding(Landscapes.describe(url, base), shell).option();
    }

    /// How a later command finds a landscape.
    public sealed interface Finding {

        /// What to add to the command; empty where nothing helps or nothing is needed.
        default String option() {
            return this instanceof ByOption(var address) ? " --landscape " + ShellWord.of(address) : "";
        }

        /// Without a word.
        record Itself() implements Finding {}

        /// By `--landscape` with this address.
        record ByOption(String address) implements Finding {}

        /// By an address with a password, which is not shown.
        record BySecret() implements Finding {}
    }
}
