package dev.rowan.web.read;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RunOrders;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import java.nio.file.Path;

/// Where the landscape is that the page shows; a relative file in `url` starts from `base`.
public record LandscapePlace(String url, Path base) {

    public LandscapeReader read() {
        return Landscapes.read(url, base);
    }

    /// To go through many rows, with a session of its own.
    public RowScan scan() {
        return Landscapes.rowScan(url, base);
    }

    /// To give orders to the runs that work.
    public RunOrders orders() {
        return Landscapes.orders(url, base);
    }

    public ChainCheck check() {
        return ChainCheck.open(url, base);
    }

    /// The address without credentials, as it is shown to people.
    public String describe() {
        return Landscapes.describe(url, base);
    }
}
