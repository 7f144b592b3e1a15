package tristore;

import java.time.Instant;

/** Makes the calls of ../calls.json, in their order. Run it with -ea. */
public final class EmulatorTest {
  public static void main(String[] args) {
    String image = System.getenv().getOrDefault("EMULATOR_IMAGE", "tristore-emulator");
    try (Emulator started = Emulator.start(image); Emulator world = Emulator.connect(started.baseUrl).world()) {
      assert !world.baseUrl.equals(started.baseUrl);
      assert world.dbBaseUrl.equals(world.baseUrl);
      world.setClock(Instant.parse("2030-01-31T23:59:00Z"), true);
      world.advance("15m");
      String fault = world.addFault("{match: {operation: 'kv.*'}, status: 503}");
      world.removeFault(fault);
      world.putSeed("database: { keys: [{ key: db_test }] }");
      world.reset();
      try {
        world.advance("soon");
        assert false : "not refused";
      } catch (IllegalStateException error) {
        assert error.getMessage().contains("must be a duration") : error;
      }
    }
  }
}
