import Foundation

exit(Tool.main())
